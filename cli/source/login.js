import { createInterface } from 'node:readline'
import { Server } from './server.js'
import { forgetLogin, keepLogin, serverUrl } from './servers.js'
import { Trouble } from './trouble.js'

/** @typedef {import('./report.js').Report} Report */
/** @typedef {import('../../src/features/account/account.contract.ts').Me} Me */
/** @typedef {import('../../src/features/account/account.contract.ts').ServerFacts} ServerFacts */

/**
 * Prompts for a token, checks it and stores it readable only by its owner.
 * @param {Report} report
 * @param {string | undefined} address
 */
export async function login(report, address) {
  if (!address) throw new Trouble('usage', 'Name a server: roughmix login https://mix.example.com')
  const url = serverUrl(address)
  const { protocol, hostname } = new URL(url)
  if (protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(hostname))
    report.note('Warning: without https, the token and your music are sent unencrypted.')
  const { version } = /** @type {ServerFacts} */ (await new Server({ url, token: '' }).read('/api/server'))
  if (typeof version !== 'string')
    throw new Trouble('unreachable', `${url} does not answer like a Roughmix server.`, 'no_roughmix')
  const token = await askToken(url)
  if (!/^rmx_\S+$/.test(token))
    throw new Trouble(
      'usage',
      'That is not a token: tokens begin with rmx_. Create one in Roughmix under Account → API tokens.',
      'no_token',
    )
  const me = /** @type {Me} */ (await new Server({ url, token }).read('/api/users/me'))
  await keepLogin({ url, token })
  report.result({ url, user: { id: me.id, name: me.name }, version }, `Signed in to ${url} as ${me.name}.`)
}

/**
 * @param {Report} report
 * @param {string | undefined} address
 */
export async function logout(report, address) {
  const url = await forgetLogin(address)
  report.result(
    { url },
    `The token for ${url} was removed from this computer. Revoke it in Roughmix under Account → API tokens.`,
  )
}

/** Reads the terminal without echo, or the first line of piped input. @param {string} url */
async function askToken(url) {
  const { stdin, stderr } = process
  if (!stdin.isTTY) return firstLine(createInterface({ input: stdin }))
  stderr.write(`Token for ${url} (Account → API tokens): `)
  const lines = createInterface({ input: stdin, terminal: true })
  const token = await firstLine(lines)
  stderr.write('\n')
  return token
}

/** @param {import('node:readline').Interface} lines @returns {Promise<string>} */
function firstLine(lines) {
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      resolve(line.trim())
      lines.close()
    })
    lines.once('close', () => resolve(''))
  })
}
