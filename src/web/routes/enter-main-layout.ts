import { FailedRequest } from '#web/api/failed-request.ts'

export interface MainEntrance {
  /** The address being entered, to come back to after signing in. */
  readonly here: string
  readonly invId: string | undefined
  readonly readSession: () => Promise<unknown>
  readonly readUser: () => Promise<unknown>
  readonly acceptInvite: (inviteId: string) => Promise<{ readonly projectId: string }>
}

export type MainOutcome =
  | { readonly to: 'page' }
  | { readonly to: 'login', readonly redirect: string }
  | { readonly to: 'project', readonly projectId: string }
  | { readonly to: 'start', readonly failure: FailedRequest }

/** The four steps of entering the main layout, in their order: session, user, invite, page. */
export async function enterMainLayout({ here, invId, readSession, readUser, acceptInvite }: MainEntrance): Promise<MainOutcome> {
  if (!(await holdsData(readSession)) || !(await holdsData(readUser))) return { to: 'login', redirect: here }
  if (invId === undefined) return { to: 'page' }
  try {
    return { to: 'project', projectId: (await acceptInvite(invId)).projectId }
  } catch (error) {
    if (!(error instanceof FailedRequest)) throw error
    return { to: 'start', failure: error }
  }
}

async function holdsData(read: () => Promise<unknown>): Promise<boolean> {
  try {
    return Boolean(await read())
  } catch {
    return false
  }
}
