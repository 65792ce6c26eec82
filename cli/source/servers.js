import { keep, readKept, settingsPath } from './places.js'
import { Trouble } from './trouble.js'

/**
 * @typedef {object} Login
 * @property {string} url Without a slash at its end.
 * @property {string} token
 */

/** @typedef {{ current: string, servers: Record<string, { token: string }> }} Servers */

/**
 * The server to use: from the environment, as on a build machine, or the one signed in to last.
 * @param {string | undefined} wanted One of several.
 * @returns {Promise<Login>}
 */
export async function currentLogin(wanted) {
  const { ROUGHMIX_URL, ROUGHMIX_TOKEN } = process.env
  if (ROUGHMIX_URL && ROUGHMIX_TOKEN && wanted === undefined)
    return { url: serverUrl(ROUGHMIX_URL), token: ROUGHMIX_TOKEN }
  const { current, servers } = await readServers()
  const url = wanted === undefined ? current : serverUrl(wanted)
  const token = servers[url]?.token
  if (token === undefined)
    throw new Trouble(
      'refused',
      url === '' ? 'Sign in first: roughmix login https://your.server' : `Sign in there first: roughmix login ${url}`,
      'not_signed_in',
    )
  return { url, token }
}

/** @param {Login} login */
export async function keepLogin({ url, token }) {
  const { servers } = await readServers()
  await keep(settingsPath(), { current: url, servers: { ...servers, [url]: { token } } })
}

/** @param {string | undefined} wanted @returns {Promise<string>} The server that is forgotten. */
export async function forgetLogin(wanted) {
  const { current, servers } = await readServers()
  const url = wanted === undefined ? current : serverUrl(wanted)
  if (servers[url] === undefined) throw new Trouble('notFound', 'You are not signed in there.', 'not_signed_in')
  const rest = Object.fromEntries(Object.entries(servers).filter(([one]) => one !== url))
  await keep(settingsPath(), { current: current === url ? (Object.keys(rest)[0] ?? '') : current, servers: rest })
  return url
}

/** @returns {Promise<Servers>} */
async function readServers() {
  const kept = /** @type {Partial<Servers> | undefined} */ (await readKept(settingsPath()))
  return { current: kept?.current ?? '', servers: kept?.servers ?? {} }
}

/** @param {string} text */
export function serverUrl(text) {
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(whole))
    throw new Trouble('usage', `${text} is not the address of a server. It looks like https://mix.example.com`)
  return new URL(whole).origin
}
