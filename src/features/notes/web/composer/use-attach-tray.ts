import { useSyncExternalStore } from 'react'
import { client } from '#web/api/api-client.ts'
import { MOST_ATTACHMENTS } from '../../attachment-kinds.ts'
import type { attachmentRoutes } from '../../attachments.contract.ts'
import type { Attachment } from '../../notes.contract.ts'
import type { ChosenFile, FileTray, TrayFile } from './file-tray.ts'

const attachmentApi = client<typeof attachmentRoutes>()

export interface AttachTray {
  /** Arrived, in order. */
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
  /** Changes what is ready now, wherever that is kept: it is called also when its field is gone from the page. */
  readonly onReady: (change: (ready: readonly Attachment[]) => readonly Attachment[]) => void
}

/** Files are sent while the note is still being written, so that sending it is a matter of words. */
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
      // Left behind, the server's sweep takes it.
      attachmentApi('DELETE /api/projects/:projectId/attachments/:attachmentId', {
        params: { projectId: tray.place.projectId, attachmentId: id },
      }).catch(() => undefined)
    },
  }
}
