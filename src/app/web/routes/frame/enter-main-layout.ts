import { FailedRequest } from '#web/api/failed-request.ts'

export interface MainEntrance {
  /** The URL being entered, to return to after sign-in. */
  readonly here: string
  readonly invId: string | undefined
  readonly readSession: () => Promise<unknown>
  readonly readUser: () => Promise<unknown>
  readonly acceptInvite: (inviteId: string) => Promise<JoinedProject>
}

export interface JoinedProject {
  readonly projectId: string
  readonly projectName: string
  /** False for somebody who was already a member. */
  readonly joined: boolean
}

export type MainOutcome =
  | { readonly to: 'page' }
  | { readonly to: 'login'; readonly redirect: string }
  | { readonly to: 'project'; readonly project: JoinedProject }
  | { readonly to: 'start'; readonly failure: FailedRequest; readonly invId: string }
  /** A proxy answered instead of the server: nothing is decided yet. */
  | { readonly to: 'nowhere'; readonly failure: FailedRequest }

/** The four steps of entering the main layout, in order: session, user, invite, page. */
export async function enterMainLayout({
  here,
  invId,
  readSession,
  readUser,
  acceptInvite,
}: MainEntrance): Promise<MainOutcome> {
  for (const read of [readSession, readUser]) {
    const known = await holdsData(read)
    if (known instanceof FailedRequest) return { to: 'nowhere', failure: known }
    if (!known) return { to: 'login', redirect: here }
  }
  if (invId === undefined) return { to: 'page' }
  try {
    return { to: 'project', project: await acceptInvite(invId) }
  } catch (error) {
    if (!(error instanceof FailedRequest)) throw error
    return { to: 'start', failure: error, invId }
  }
}

/** Returns the failure if a proxy answered. Any other failure, including a lost connection, counts as no data. */
async function holdsData(read: () => Promise<unknown>): Promise<boolean | FailedRequest> {
  try {
    return Boolean(await read())
  } catch (error) {
    return error instanceof FailedRequest && error.status !== 0 && !error.isAnswer ? error : false
  }
}
