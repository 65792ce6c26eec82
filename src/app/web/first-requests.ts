/**
 * A script of its own, a module without imports, which the page asks for before everything else: what the page will ask
 * the server first is on its way while the code of the page still loads. `web/api/first-answers.ts` hands the answers
 * out.
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

/** Sends them, unless the page has begun to ask by itself. */
export function sendFirstRequests(): void {
  if (globalThis.firstAnswers) return
  const hasSession = document.querySelector('meta[name="roughmix-visitor"]') !== null
  globalThis.firstAnswers = new Map(
    firstRequests(location.href, hasSession).map((url) => {
      const answer = fetch(url, { credentials: 'include', headers: { accept: 'application/json' } })
      // Whoever takes it hears of the failure; nobody may.
      answer.catch(() => undefined)
      return [url, answer]
    }),
  )
}
