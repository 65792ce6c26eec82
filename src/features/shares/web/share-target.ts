import { queryOptions } from '@tanstack/react-query'
import type { Share, ShareMay, ShareWhat } from '../shares.contract.ts'
import { projectSharesQuery } from './share-lists.ts'
import { shareApi } from './shares.client.ts'

/** What a project's link can open. */
export interface Shareable {
  readonly id: string
  readonly name: string
  readonly cover: string | null
  readonly tracks: readonly { readonly id: string; readonly title: string }[]
  readonly versions: readonly { readonly id: string; readonly trackId: string; readonly number: number }[]
  readonly mayDownload: boolean
}

/** Where Share was pressed: the project, a track, one of its versions, or a selection of tracks. */
export interface ShareStart {
  readonly trackIds?: readonly string[] | undefined
  readonly trackId?: string | undefined
  readonly versionId?: string | undefined
}

/** Notes and decisions are what a link is sent for; files leave the house only when somebody says so. */
export const firstMay: ShareMay = {
  comment: true,
  seeNotes: true,
  approve: true,
  download: false,
  original: true,
  upload: false,
}

function whatOfStart({ trackId, trackIds, versionId }: ShareStart): ShareWhat {
  if (trackIds) return { kind: 'tracks', trackIds: [...trackIds], latestOnly: true }
  if (trackId === undefined) return { kind: 'project', latestOnly: true }
  return versionId === undefined
    ? { kind: 'tracks', trackIds: [trackId], latestOnly: true }
    : { kind: 'version', trackId, versionId }
}

/** Whether two links open the same thing, whatever versions of it. */
function isSameTarget(a: ShareWhat, b: ShareWhat): boolean {
  if (a.kind === 'project') return b.kind === 'project'
  if (a.kind === 'version') return b.kind === 'version' && a.versionId === b.versionId
  return b.kind === 'tracks' && a.trackIds.join() === b.trackIds.join()
}

interface StandingLink {
  readonly projectId: string
  readonly userId: string
  readonly start: ShareStart
}

/**
 * The user's general link to this target. It is created the first time, and the same again afterwards, so that Share
 * followed by Copy always gives the link that people already have.
 */
export const standingLinkQuery = ({ projectId, userId, start }: StandingLink) =>
  queryOptions({
    // Not of the lists of links: what changes those must not look for this one again, or create another under the
    // user's hands.
    queryKey: ['standing share', projectId, userId, start],
    queryFn: async ({ client }): Promise<Share> => {
      const what = whatOfStart(start)
      const links = await client.fetchQuery({ ...projectSharesQuery(projectId), staleTime: 0, retry: false })
      const before = links.find(
        (link) =>
          (link.state === 'working' || link.state === 'not-yet') &&
          link.person === null &&
          link.url !== null &&
          link.createdBy?.id === userId &&
          isSameTarget(link.what, what),
      )
      return before ?? createLink(projectId, { what, may: firstMay })
    },
    // Looked for once while the dialog is open, and anew the next time.
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })

export type NewLink = Pick<Share, 'what' | 'may'> & {
  readonly persons?: string[]
  readonly passwordOf?: string
  readonly startsAt?: number | null
  readonly expiresAt?: number | null
  readonly mostOpens?: number | null
  readonly message?: string
}

export async function createLink(projectId: string, body: NewLink): Promise<Share> {
  const { items } = await shareApi('POST /api/projects/:projectId/shares', { params: { projectId }, body })
  const [link] = items
  if (!link) throw new Error('The server created no link.')
  return link
}

/** The links that are made for one person each. */
export function personLinks(links: readonly Share[], what: ShareWhat): readonly Share[] {
  return links.filter((link) => link.person !== null && link.state !== 'revoked' && isSameTarget(link.what, what))
}
