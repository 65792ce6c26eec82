import { openWorld, type World } from './world.ts'
import type { Mail } from '#server/mail/letter.ts'
import type { Milliseconds } from '#shared/units.ts'

export interface AuthAnswer {
  readonly status: number
  // Untyped, so that tests can read any field.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
  readonly text: string
  readonly location: string | undefined
  readonly headers: Readonly<Record<string, unknown>>
  /** Raw Set-Cookie headers. */
  readonly cookies: readonly string[]
}

const PATIENCE_MS: Milliseconds = 20_000

type Headers = Readonly<Record<string, string>>

/** A browser: stores cookies, sends its Origin with a POST, and does not follow redirects. */
export class Browser {
  /** Cookies of the sign-in library, and all others except the one that outlives sessions. */
  readonly jar = new Map<string, string>()
  /** The cookie that marks a browser in which somebody has signed in before. */
  readonly known = new Map<string, string>()
  readonly #world: World
  readonly #headers: Headers
  readonly #address: string

  constructor(
    world: World,
    {
      headers = { origin: 'http://localhost:3000' },
      address = '127.0.0.1',
    }: { headers?: Headers; address?: string } = {},
  ) {
    this.#world = world
    this.#headers = headers
    this.#address = address
  }

  post(path: string, body: unknown = {}, headers: Headers = {}): Promise<AuthAnswer> {
    return this.send(
      'POST',
      `/api/auth${path}`,
      { ...this.#headers, 'content-type': 'application/json', ...headers },
      typeof body === 'string' ? body : JSON.stringify(body),
    )
  }

  get(path: string, headers: Headers = {}): Promise<AuthAnswer> {
    return this.send('GET', `/api/auth${path}`, headers)
  }

  /** Any URL of the product, absolute or as in a mail. */
  open(address: string, headers: Headers = {}): Promise<AuthAnswer> {
    const url = new URL(address, 'http://localhost:3000')
    return this.send('GET', url.pathname + url.search, headers)
  }

  async send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD',
    url: string,
    headers: Headers,
    payload?: string,
  ): Promise<AuthAnswer> {
    const cookie = [...this.jar, ...this.known].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await this.#world.server.inject({
      method,
      url,
      remoteAddress: this.#address,
      headers: { ...(cookie && { cookie }), ...headers },
      ...(payload !== undefined && { payload }),
    })
    const cookies = [response.headers['set-cookie'] ?? []].flat()
    for (const line of cookies) this.#keep(line)
    const isJson = String(response.headers['content-type'] ?? '').includes('json') && response.body !== ''
    return {
      status: response.statusCode,
      body: isJson ? response.json() : undefined,
      text: response.body,
      location: response.headers.location?.toString(),
      headers: response.headers,
      cookies,
    }
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const jar = name.endsWith('roughmix.known') ? this.known : this.jar
    if (value === '' || /max-age=0/i.test(line)) jar.delete(name)
    else jar.set(name, value)
  }

  /** Signs up a new user; the address is derived from the name. */
  async signUp(name: string, more: Readonly<Record<string, unknown>> = {}): Promise<AuthAnswer> {
    return this.post('/sign-up/email', { name, email: emailOf(name), password: passwordOf(name), ...more })
  }

  async signIn(name: string, more: Readonly<Record<string, unknown>> = {}): Promise<AuthAnswer> {
    return this.post('/sign-in/email', { email: emailOf(name), password: passwordOf(name), ...more })
  }

  async session(query = ''): Promise<AuthAnswer['body']> {
    return (await this.get(`/get-session${query}`)).body
  }
}

export const emailOf = (name: string) => `${name.toLowerCase()}@example.com`
export const passwordOf = (name: string) => `${name} sings at night`

export async function openRig(settings: Readonly<Record<string, string>> = {}) {
  const world = await openWorld(settings, { empty: true })
  const browser = (options?: ConstructorParameters<typeof Browser>[1]) => new Browser(world, options)
  return {
    world,
    browser,
    /** A browser in which a new user has signed up. */
    async person(name: string, more: Readonly<Record<string, unknown>> = {}): Promise<Browser> {
      const one = browser()
      const answer = await one.signUp(name, more)
      if (answer.status !== 200) throw new Error(`${name} could not sign up: ${answer.text}`)
      return one
    },
    /** All mails to an address, oldest first. They are queued right after the answer that caused them. */
    mailsTo: (to: string) => mailsTo(world, to),
    /** The newest mail to an address with a matching subject; waits for the queue. */
    async mail(to: string, subject: RegExp): Promise<Mail> {
      for (const until = performance.now() + PATIENCE_MS; performance.now() < until;) {
        const found = (await mailsTo(world, to)).findLast((mail) => subject.test(mail.subject))
        if (found) return found
        await new Promise((resolve) => setImmediate(resolve))
      }
      throw new Error(`no mail to ${to} like ${subject}`)
    },
    async link(to: string, subject: RegExp): Promise<string> {
      return linkIn(await this.mail(to, subject))
    },
    /** Runs work that answers have deferred. */
    async settle(): Promise<void> {
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    },
    /** Deletes the mails so far. */
    async emptyMail(): Promise<void> {
      await world.services.database.db.deleteFrom('jobs').where('kind', '=', 'mail.send').execute()
    },
    async close(): Promise<void> {
      await this.settle()
      await world.close()
    },
  }
}

export type Rig = Awaited<ReturnType<typeof openRig>>

export function linkIn(mail: Mail): string {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0]
  if (!link) throw new Error(`no link in "${mail.subject}"`)
  return link
}

async function mailsTo(world: World, to: string): Promise<readonly Mail[]> {
  const rows = await world.services.database.db
    .selectFrom('jobs')
    .select('payload')
    .where('kind', '=', 'mail.send')
    .orderBy('created_at')
    .execute()
  return rows.map(({ payload }): Mail => JSON.parse(payload)).filter((mail) => mail.to === to)
}
