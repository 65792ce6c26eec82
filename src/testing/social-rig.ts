import { Events, OAuth2Server } from 'oauth2-mock-server'
import { Agent, getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici'
import type { AuthAnswer, Browser } from './auth-rig.ts'

/** The user at the local provider, with GitLab's field names. */
export interface Face {
  readonly id: number
  readonly email: string | null
  readonly email_verified: boolean
  readonly name: string
  readonly state?: string
}

/** A fake GitLab for sign-in: the provider whose URL is configurable. */
export async function startGitlab() {
  const server = new OAuth2Server(undefined, undefined, {
    endpoints: { authorize: '/oauth/authorize', token: '/oauth/token', userinfo: '/api/v4/user' },
  })
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  let face: Face = { id: 1, email: 'nobody@example.com', email_verified: true, name: 'Nobody' }
  let expiresInSeconds = 3600
  let tokenTrouble = 0
  let issued = 0
  server.service.on(Events.BeforeUserinfo, (answer: { body: unknown }) => {
    answer.body = { state: 'active', locked: false, username: 'x', avatar_url: null, ...face }
  })
  server.service.on(Events.BeforeResponse, (answer: { body: Record<string, unknown>; statusCode: number }) => {
    if (tokenTrouble > 0) Object.assign(answer, { statusCode: tokenTrouble, body: { error: 'invalid_grant' } })
    else
      Object.assign(answer.body, {
        access_token: `access-${++issued}`,
        refresh_token: `refresh-${issued}`,
        expires_in: expiresInSeconds,
        scope: 'read_user',
      })
  })
  const { port } = server.address()
  return {
    url: `http://127.0.0.1:${port}`,
    issuer: server.issuer,
    is: (next: Partial<Face>) => void (face = { ...face, state: 'active', ...next }),
    tokensLast: (seconds: number) => void (expiresInSeconds = seconds),
    /** Makes the token endpoint answer with this status; 0 resets it. */
    trouble: (status: number) => void (tokenTrouble = status),
    stop: () => server.stop(),
  }
}

export type Gitlab = Awaited<ReturnType<typeof startGitlab>>

/** Follows the redirects to the provider and back; returns the callback's answer. */
export async function throughProvider(one: Browser, answer: AuthAnswer): Promise<AuthAnswer> {
  return one.open(await backFrom(answer))
}

/** The callback URL with code and state to which the provider redirects. */
export async function backFrom(answer: AuthAnswer): Promise<string> {
  const away = await fetch(answer.body.url, { redirect: 'manual' })
  const location = away.headers.get('location')
  if (!location) throw new Error(`the provider did not lead back: ${away.status}`)
  return location
}

type Answers = Readonly<Record<string, unknown>>

/** Replaces providers with fixed URLs: `origin/path` → its JSON answer. Anything else is 404. */
export function standIn(answers: () => Answers) {
  const before = getGlobalDispatcher()
  const asked: { address: string; body: string; headers: Record<string, string> }[] = []
  const agent = new MockAgent({ agent: new Agent() })
  agent.enableNetConnect('127.0.0.1')
  agent
    .get((origin: string) => !origin.includes('127.0.0.1'))
    .intercept({ path: () => true, method: () => true })
    .reply((request) => {
      const address = decodeURIComponent(`${String(request.origin)}${request.path.split('?')[0]}`)
      asked.push({
        address,
        body: String(request.body ?? ''),
        headers: Object.fromEntries(new Headers(request.headers as Record<string, string>)),
      })
      const found = answers()[address]
      return {
        statusCode: found === undefined ? 404 : 200,
        data: JSON.stringify(found ?? {}),
        responseOptions: { headers: { 'content-type': 'application/json' } },
      }
    })
    .persist()
  setGlobalDispatcher(agent)
  return {
    asked,
    async end(): Promise<void> {
      setGlobalDispatcher(before)
      await agent.close()
    },
  }
}
