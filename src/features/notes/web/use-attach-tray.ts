import { useEffect, useRef, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { LARGEST_ATTACHMENT_BYTES, MOST_ATTACHMENTS } from '../attachment-kinds.ts'
import type { Attachment } from '../notes.contract.ts'
import { attachmentApi } from './attachments.queries.ts'
import { noteStrings } from './notes.strings.ts'
import { sendAttachment, type FileToSend, type Sending } from './send-attachment.ts'

/** A file on its way to a note that is being written. */
export interface TrayFile {
  readonly key: string
  readonly name: string
  /** 0..1 */
  readonly share: number
  /** Why it did not arrive. */
  readonly problem?: string
  readonly isVoice: boolean
}

export interface AttachTray {
  /** Arrived, in order. */
  readonly ready: readonly Attachment[]
  readonly coming: readonly TrayFile[]
  readonly isBusy: boolean
  readonly isFull: boolean
  readonly add: (files: readonly Pick<FileToSend, 'file' | 'fileName' | 'voice'>[]) => void
  readonly remove: (id: string) => void
  readonly retry: (key: string) => void
}

interface TrayPlace {
  readonly projectId: string
  readonly trackId: string
  readonly ready: readonly Attachment[]
  /** Called with what is ready now; twice in a row before the next drawing, it is given the latest. */
  readonly onReady: (change: (ready: readonly Attachment[]) => readonly Attachment[]) => void
}

let lastKey = 0

/** Files are sent while the note is still being written, so that sending it is a matter of words. */
export function useAttachTray({ projectId, trackId, ready, onReady }: TrayPlace): AttachTray {
  const [coming, setComing] = useState<readonly TrayFile[]>([])
  const sending = useRef(new Map<string, { readonly file: Pick<FileToSend, 'file' | 'fileName' | 'voice'>, sending?: Sending }>())
  const tell = useRef(onReady)
  useEffect(() => {
    tell.current = onReady
  })
  useEffect(() => {
    const { current } = sending
    return () => {
      for (const one of current.values()) one.sending?.stop()
    }
  }, [])
  const change = (key: string, what: Partial<TrayFile>) => setComing((files) => files.map((file) => (file.key === key ? { ...file, ...what } : file)))
  const forget = (key: string) => {
    sending.current.delete(key)
    setComing((files) => files.filter((file) => file.key !== key))
  }
  const start = (key: string) => {
    const entry = sending.current.get(key)
    if (!entry) return
    if (entry.file.file.size > LARGEST_ATTACHMENT_BYTES) return change(key, { problem: noteStrings.files.tooLarge })
    entry.sending = sendAttachment({ projectId, trackId, ...entry.file }, (share) => change(key, { share }))
    entry.sending.done.then((attachment) => {
      forget(key)
      tell.current((before) => [...before, attachment])
    }, (error: unknown) => change(key, { problem: reasonOf(error) }))
  }
  return {
    ready, coming,
    isBusy: coming.some(({ problem }) => problem === undefined),
    isFull: ready.length + coming.length >= MOST_ATTACHMENTS,
    add: (files) => {
      const room = MOST_ATTACHMENTS - ready.length - coming.length
      const taken = files.slice(0, Math.max(0, room)).map((file) => ({ key: `file-${++lastKey}`, file }))
      for (const { key, file } of taken) sending.current.set(key, { file })
      setComing((before) => [...before, ...taken.map(({ key, file }) => ({ key, name: file.fileName, share: 0, isVoice: file.voice !== undefined }))])
      for (const { key } of taken) start(key)
    },
    retry: (key) => {
      setComing((files) => files.map(({ problem: _, ...file }) => (file.key === key ? { ...file, share: 0 } : { ...file, ...(_ !== undefined && { problem: _ }) })))
      start(key)
    },
    remove: (id) => {
      sending.current.get(id)?.sending?.stop()
      forget(id)
      if (!ready.some((one) => one.id === id)) return
      tell.current((before) => before.filter((one) => one.id !== id))
      // Left behind, the server's sweep takes it.
      attachmentApi('DELETE /api/projects/:projectId/attachments/:attachmentId', { params: { projectId, attachmentId: id } }).catch(() => undefined)
    },
  }
}
