import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LocalGitlab {
  readonly issuer: string
  /** Who is signed in there; null refuses. */
  person: { readonly id: number; readonly username: string; readonly name: string; readonly email: string } | null
  close(): Promise<void>
}

/** As much of a GitLab as a sign-in with it asks for: the consent that comes at once, the token, the person. */
export async function startLocalGitlab(): Promise<LocalGitlab> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const json = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/oauth/authorize') {
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('state', searchParams.get('state') ?? '')
      back.searchParams.set(gitlab.person ? 'code' : 'error', gitlab.person ? 'a-code' : 'access_denied')
      response.writeHead(302, { location: back.href }).end()
    } else if (pathname === '/oauth/token')
      json({ access_token: 'a-token', token_type: 'Bearer', expires_in: 7200, scope: 'read_user' })
    else if (pathname === '/api/v4/user')
      json({ ...gitlab.person, state: 'active', locked: false, avatar_url: null, email_verified: true })
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const gitlab: LocalGitlab = {
    issuer: `http://127.0.0.1:${portOf(server)}`,
    person: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return gitlab
}

function portOf(server: Server): number {
  // A server that listens on a port tells it as an object.
  return (server.address() as AddressInfo).port
}
