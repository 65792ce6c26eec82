/**
 * A script of its own, a module without imports, which comes before the code of the page: what the page will ask the
 * server first is on its way while that still loads. `web/api/first-answers.ts` hands the answers out.
 */

/** The URLs as the page itself will ask for them; a difference would only cost a request more. */
export function firstRequests(href: string, hasSession: boolean): readonly string[] {
  const { pathname, searchParams } = new URL(href)
  const session = '/api/auth/get-session?disableCookieCache=true'
  if (pathname === '/login') return [session, '/api/server']
  // Share links begin with a POST, and without a session the gate leads to the sign-in page.
  if (!hasSession || /^\/(s|invitation|unsubscribe)(\/|$)/.test(pathname)) return []
  const gate = [session, '/api/users/me']
  // An invite is accepted first, and changes what there is to see.
  if (pathname !== '/' || searchParams.has('invId')) return gate
  const projectId = searchParams.get('projectId')
  if (projectId) return [...gate, `/api/projects/${encodeURIComponent(projectId)}`]
  const shelf = searchParams.get('show') === 'archived' ? 'archived' : 'active'
  return [...gate, `/api/projects?state=${shelf}&limit=200`]
}

interface OpenedProject {
  readonly trackVersions?: readonly { readonly id: string }[]
  readonly tracks?: readonly { readonly id: string; readonly currentVersionId: string | null }[]
}

/** The notes of a track's page, once its project says which version is current. */
export function notesRequest(href: string, project: OpenedProject): string | undefined {
  const { searchParams } = new URL(href)
  const track = project.tracks?.find(({ id }) => id === searchParams.get('trackId'))
  const asked = searchParams.get('versionId') || searchParams.get('version')
  const version = project.trackVersions?.some(({ id }) => id === asked) ? asked : track?.currentVersionId
  const projectId = searchParams.get('projectId')
  if (!track || !version || !projectId) return undefined
  const path = `/api/projects/${encodeURIComponent(projectId)}/tracks/${encodeURIComponent(track.id)}/notes`
  return `${path}?version=${encodeURIComponent(version)}&limit=500`
}

/** Sends them, unless the page has begun to ask by itself. */
export function sendFirstRequests(): void {
  if (globalThis.firstAnswers) return
  const answers = new Map<string, Promise<Response>>()
  globalThis.firstAnswers = answers
  const send = (url: string) => {
    const answer = fetch(url, { credentials: 'include', headers: { accept: 'application/json' } })
    // Whoever takes it hears of the failure; nobody may.
    answer.catch(() => undefined)
    answers.set(url, answer)
    return answer
  }
  const hasSession = document.querySelector('meta[name="roughmix-visitor"]') !== null
  const [, , project] = firstRequests(location.href, hasSession).map(send)
  // After the requests: over HTTP/1.1 six files at a time are on their way, and answers would wait behind code.
  for (const part of document.querySelectorAll<HTMLMetaElement>('meta[name="roughmix-part"]')) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = part.content
    document.head.append(link)
  }
  // The page may have taken it, and with it the notes, by then.
  const sendNotes = async () => {
    const answer = await project
    const url = answer?.ok ? notesRequest(location.href, await answer.clone().json()) : undefined
    if (url !== undefined && globalThis.firstAnswers === answers && !answers.has(url)) void send(url)
  }
  sendNotes().catch(() => undefined)
}
