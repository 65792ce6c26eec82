import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { readMarkers, type MarkerFile } from '#audio/markers/read-markers.ts'
import type { FrameRate } from '#audio/markers/timecode.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { markerStrings as strings } from './markers.strings.ts'

export type MarkerFileState =
  | { readonly state: 'none' | 'reading' }
  | { readonly state: 'read'; readonly file: MarkerFile }
  | { readonly state: 'failed'; readonly words: string }

/** Reads a chosen file, and again after a change of frame rate. */
export function useMarkerFile(
  file: File | undefined,
  { sampleRate, frameRate }: { readonly sampleRate: number; readonly frameRate: FrameRate | undefined },
): MarkerFileState {
  // No other component has this file: the query is dropped with the dialog.
  const key = useId()
  const read = useQuery({
    queryKey: ['markers', key, file && `${file.name} ${file.size} ${file.lastModified}`, frameRate],
    queryFn: () =>
      file
        ? readMarkers(
            async (at, length) => new Uint8Array(await file.slice(at, at + length).arrayBuffer()),
            file.size,
            { sampleRate, frameRate },
          )
        : null,
    enabled: file !== undefined,
    gcTime: 0,
    retry: false,
    meta: { private: true },
  })
  if (!file) return { state: 'none' }
  if (read.error)
    return { state: 'failed', words: text(strings.unreadable, { file: file.name, reason: reasonOf(read.error) }) }
  if (read.data === undefined || read.data === null) return { state: 'reading' }
  if (read.data === 'not-markers') return { state: 'failed', words: text(strings.notMarkers, { file: file.name }) }
  if (read.data === 'too-large') return { state: 'failed', words: text(strings.tooLarge, { file: file.name }) }
  return { state: 'read', file: read.data }
}
