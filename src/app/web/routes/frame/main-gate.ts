import { redirect } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { meQuery, sessionQuery } from '#features/account/web/account.client.ts'
import { projectApi } from '#features/projects/web/project-api.ts'
import { beginVisit } from '#web/api/visit-mark.ts'
import { readOrKept } from '#web/api/read-or-kept.ts'
import { projectListsKey } from '#features/projects/web/projects.client.ts'
import { enterMainLayout } from './enter-main-layout.ts'
import { theQueries } from '../project/open-queries.ts'
import { readOwnSession } from '../login/read-own-session.ts'

export { mainScreens } from './main-screens.ts'

export interface MainVisit {
  readonly invId: string | undefined
  /** The URL without the origin. */
  readonly here: string
  readonly cause: 'preload' | 'enter' | 'stay'
  /** Opens the list of projects if somebody leaves the project they joined. */
  readonly goHome: () => Promise<void>
}

/** Lets a visitor in and returns the query cache, or throws a redirect. */
export async function passMainGate({
  invId,
  here,
  cause,
  goHome,
}: MainVisit): Promise<{ readonly queries: QueryClient }> {
  const queries = await theQueries()
  // Hovering over a link must not join a project.
  if (cause === 'preload') return { queries }
  const inside = cause === 'stay'
  // Returned from a new sign-in, perhaps as another person.
  const anew = !inside && isBack(here)
  let isAnother = false
  let visitor: string | undefined
  const outcome = await enterMainLayout({
    here,
    invId,
    // Somebody who is already inside continues at once, and is checked in the background.
    readSession: () =>
      inside
        ? queries.ensureQueryData({ ...sessionQuery, revalidateIfStale: true })
        : readOwnSession(queries, { anew }).then((own) => {
            isAnother = own.isAnother
            visitor = own.session?.session.userId
            return own.session
          }),
    readUser: () =>
      inside ? queries.ensureQueryData({ ...meQuery, revalidateIfStale: true }) : readOrKept(queries, meQuery),
    acceptInvite: (inviteId) => projectApi('POST /api/invite/:inviteId/accept', { params: { inviteId } }),
  })
  switch (outcome.to) {
    case 'page': {
      if (visitor !== undefined) await beginVisit(visitor)
      // An action started by one user must not continue for another.
      if (anew && isAnother) throw redirect({ to: '/', search: {}, replace: true })
      return { queries }
    }
    // The same URL shows that the server is unreachable, and retries.
    case 'nowhere':
      throw outcome.failure
    case 'login':
      throw redirect({ to: '/login', search: { redirect: outcome.redirect } })
    case 'project': {
      await queries.invalidateQueries({ queryKey: projectListsKey })
      const { projectId, projectName, joined } = outcome.project
      if (joined) (await import('../login/tell-joined.ts')).tellJoined({ projectId, projectName, queries, goHome })
      throw redirect({ to: '/', search: { projectId }, replace: true })
    }
    case 'start': {
      const { tellInviteFailure } = await import('../login/tell-invite-failure.ts')
      void tellInviteFailure({ ...outcome, myEmail: queries.getQueryData(meQuery.queryKey)?.email })
      throw redirect({ to: '/', search: {}, replace: true })
    }
  }
}

function isBack(here: string): boolean {
  return new URL(here, window.location.origin).searchParams.has('again')
}
