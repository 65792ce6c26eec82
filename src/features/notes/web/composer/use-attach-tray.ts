import { useSyncExternalStore } from 'react'
import { client } from '#web/api/api-client.ts'
import { MOST_ATTACHMENTS } from '../../attachment-kinds.ts'
import type { attachmentRoutes } from '../../attachments.contract.ts'
import type { Attachment } from '../../notes.contract.ts'
import type { ChosenFile, FileTray, TrayFile } from './file-tray.ts'

const attachmentApi = client<typeof attachmentRoutes>()

export interface AttachTray {
  /** Uploaded, in order. */
  readonly ready: readonly Attachment[]
  readonly coming: readonly TrayFile[]
  readonly isBusy: boolean
  readonly isFull: boolean
  readonly add: (files: readonly ChosenFile[]) => void
  readonly remove: (id: string) => void
  readonly retry: (key: string) => void
}

interface TrayUse {
  readonly files: FileTray
  readonly ready: readonly Attachment[]
  /** Updates the stored list of uploaded files; also called after its field has unmounted. */
  readonly onReady: (change: (ready: readonly Attachment[]) => readonly Attachment[]) => void
}

/** Uploads files while the note is being written, so that sending the note only sends text. */
export function useAttachTray({ files: tray, ready, onReady }: TrayUse): AttachTray {
  const coming = useSyncExternalStore(tray.watch, tray.coming)
  const onArrived = (attachment: Attachment) => onReady((before) => [...before, attachment])
  return {
    ready,
    coming,
    isBusy: coming.some(({ problem }) => problem === undefined),
    isFull: ready.length + coming.length >= MOST_ATTACHMENTS,
    add: (files) => tray.add(files.slice(0, Math.max(0, MOST_ATTACHMENTS - ready.length - coming.length)), onArrived),
    retry: (key) => tray.retry(key, onArrived),
    remove: (id) => {
      tray.remove(id)
      if (!ready.some((one) => one.id === id)) return
      onReady((before) => before.filter((one) => one.id !== id))
      // If this fails, the server's clean-up job deletes it later.
      attachmentApi('DELETE /api/projects/:projectId/attachments/:attachmentId', {
        params: { projectId: tray.place.projectId, attachmentId: id },
      }).catch(() => undefined)
    },
  }
}
