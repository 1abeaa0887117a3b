// A real provider of OpenID Connect on this machine: whoever signs in is who they say, with any
// password.
//
//   node oidc_provider.mjs FOLDER PORT|HOST:PORT REDIRECT…
//
// FOLDER is where npm has installed oidc-provider@8; HOST is another name of this machine. It says
// "ready" once it listens.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, place, ...redirects] = process.argv.slice(2);
const [port, host = '127.0.0.1'] = place.split(':').reverse();
const library = join(folder, 'node_modules', 'oidc-provider', 'lib', 'index.js');
const { default: Provider } = await import(pathToFileURL(library));

const provider = new Provider(`http://${host}:${port}`, {
  clients: [{
    client_id: 'milepost',
    client_secret: 'a secret: of the client',
    redirect_uris: redirects,
    grant_types: ['authorization_code'],
    response_types: ['code'],
  }],
  pkce: { required: () => true, methods: ['S256'] },
  claims: { openid: ['sub'], profile: ['preferred_username', 'name'] },
  cookies: { keys: ['of a test'] },
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({ sub: id, preferred_username: id, name: `${id} of the provider` }),
  }),
});
provider.listen(Number(port), '127.0.0.1', () => console.log('ready'));
