import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { client } from '#web/api/api-client.ts'
import { realId, useOutboxState } from '#web/outbox/outbox-store.ts'
import { fetchWhenIdle } from '#web/ui/page/when-idle.ts'
import { MOST_ATTACHMENTS } from '../../attachment-kinds.ts'
import type { attachmentRoutes } from '../../attachments.contract.ts'
import type { Attachment } from '../../notes.contract.ts'
import { loadLater, type ChosenFile, type FileTray, type TrayFile } from './file-tray.ts'
import { dropUnsentFile } from './unsent-files.ts'

const attachmentApi = client<typeof attachmentRoutes>()

export interface AttachTray {
  readonly projectId: string
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
  // A file that waited has another id once the server has it; a draft outlives this page and must know it.
  useOutboxState()
  const isRenamed = ready.some(({ id }) => realId(id) !== id)
  const rename = useEffectEvent(() => onReady((before) => before.map((one) => ({ ...one, id: realId(one.id) }))))
  useEffect(() => {
    if (isRenamed) rename()
  }, [isRenamed])
  useEffect(() => fetchWhenIdle(loadLater), [])
  const onArrived = (attachment: Attachment) => onReady((before) => [...before, attachment])
  return {
    projectId: tray.place.projectId,
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
      if (dropUnsentFile(id)) return
      // If this fails, the server's clean-up job deletes it later.
      attachmentApi('DELETE /api/projects/:projectId/attachments/:attachmentId', {
        params: { projectId: tray.place.projectId, attachmentId: realId(id) },
      }).catch(() => undefined)
    },
  }
}
