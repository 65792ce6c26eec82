import type { QueryClient } from '@tanstack/react-query'
import { trackApi } from '#features/tracks/web/tracks.client.ts'
import { handleOf } from '#web/ui/form/dropped-files.ts'
import { openTransfers } from '../page-transfers.ts'
import type { UploadRequest } from '../transfer-engine.ts'
import { type FileTarget, isSameTarget } from './upload-plan.ts'

/** A file with its target. */
export interface DecidedFile {
  readonly file: File
  readonly target: FileTarget
  readonly changelog?: string
  /** The answer for the checklist of its version. */
  readonly start?: { readonly asked: { readonly id: string }; readonly done: readonly number[] } | null
}

/** A track created by an earlier attempt, so that a retry does not create it again. */
export interface MadeTrack {
  readonly title: NewTrack
  readonly trackId: string
}

interface StartOptions {
  readonly titleOfTrack?: (trackId: string) => string | undefined
  /** Tracks from earlier attempts; new ones are added. */
  readonly made?: MadeTrack[]
  /** The track whose page a file that is no bounce was dropped on: it belongs to it. */
  readonly besideTrackId?: string | undefined
  /** Nobody is told of the versions. */
  readonly isQuiet?: boolean
  /** Cancels before the uploads start. */
  readonly signal?: AbortSignal
}

type NewTrack = Extract<FileTarget, { kind: 'track' }>

/**
 * Starts uploads. Several new tracks are created first: this keeps their order whichever file arrives first, and files
 * with the same title become versions of one track.
 */
export async function startUploads(
  queries: QueryClient,
  projectId: string,
  files: readonly DecidedFile[],
  { titleOfTrack = () => undefined, made = [], besideTrackId, signal, isQuiet }: StartOptions = {},
): Promise<void> {
  const engine = await openTransfers(queries)
  await makeTracks(projectId, files, { made, signal })
  const requests = await Promise.all(
    files.map(async ({ file, target, changelog, start }): Promise<UploadRequest | undefined> => {
      if (target.kind === 'skip') return undefined
      const handle = await handleOf(file)
      if (target.kind === 'file')
        return {
          projectId,
          file,
          target: { destination: { audience: target.audience, trackId: besideTrackId } },
          ...(handle && { handle }),
          ...(changelog?.trim() && { changelog: changelog.trim() }),
        }
      const trackId =
        target.kind === 'version' ? target.trackId : made.find(({ title }) => isSameTarget(title, target))?.trackId
      const trackTitle = target.kind === 'version' ? titleOfTrack(target.trackId) : target.title.trim()
      return {
        projectId,
        file,
        target:
          trackId === undefined
            ? { trackTitle: trackTitle ?? file.name }
            : { trackId, ...(trackTitle !== undefined && { trackTitle }) },
        ...(handle && { handle }),
        ...(changelog?.trim() && { changelog: changelog.trim() }),
        ...(start && { start: { id: start.asked.id, done: start.done } }),
        ...(isQuiet && { isQuiet }),
      }
    }),
  )
  signal?.throwIfAborted()
  engine.upload(requests.filter((request) => request !== undefined))
}

async function makeTracks(
  projectId: string,
  files: readonly DecidedFile[],
  { made, signal }: { readonly made: MadeTrack[]; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const titles = files.flatMap(({ target }) => (target.kind === 'track' ? [target] : []))
  // A single one is created with its file: nothing is left behind if the file never arrives.
  if (titles.length < 2) return
  for (const title of titles) {
    if (made.some((one) => isSameTarget(one.title, title))) continue
    signal?.throwIfAborted()
    const { id } = await trackApi('POST /api/projects/:projectId/tracks', {
      params: { projectId },
      body: { title: title.title.trim() },
    })
    made.push({ title, trackId: id })
  }
}
