import { text } from '#web/i18n/text.ts'
import { isStopped, transferWords } from './transfer-words.ts'
import type { Transfer } from './transfers-store.ts'
import { transferStrings as strings } from '../transfers.strings.ts'

/** Changes of the list for screen readers; null if there is nothing to announce. */
export function transferNews(before: readonly Transfer[], after: readonly Transfer[]): string | null {
  const known = new Map(before.map((transfer) => [transfer.id, transfer]))
  const begun = after.filter(({ id, status }) => !known.has(id) && status !== 'completed')
  const finished = after.filter(({ id, status }) => status === 'completed' && known.get(id)?.status !== 'completed')
  const stopped = after.filter(
    (transfer) =>
      isStopped(transfer) &&
      !isStopped(known.get(transfer.id) ?? { status: 'uploading', phase: 'queued', error: null }),
  )
  const news = [
    ...counted(
      begun,
      'upload',
      (file) => text(strings.newsUploading, { file }),
      (count) => text(strings.newsUploadingMany, { count }),
    ),
    ...counted(
      begun,
      'download',
      (file) => text(strings.newsDownloading, { file }),
      (count) => text(strings.newsDownloadingMany, { count }),
    ),
    ...counted(
      finished,
      'upload',
      (file) => text(strings.newsUploaded, { file }),
      (count) => text(strings.newsUploadedMany, { count }),
    ),
    ...counted(
      finished,
      'download',
      (file, isVerified) => text(isVerified ? strings.newsVerified : strings.newsDownloaded, { file }),
      (count) => text(strings.newsDownloadedMany, { count }),
    ),
    ...stopped.map((transfer) =>
      text(strings.newsStopped, { file: transfer.filename, words: transferWords(transfer) }),
    ),
  ]
  return news.length > 0 ? news.join('. ') : null
}

function counted(
  transfers: readonly Transfer[],
  kind: Transfer['kind'],
  one: (file: string, isVerified: boolean) => string,
  many: (count: number) => string,
): readonly string[] {
  const ofKind = transfers.filter((transfer) => transfer.kind === kind)
  const [first] = ofKind
  return first ? [ofKind.length === 1 ? one(first.filename, first.isVerified === true) : many(ofKind.length)] : []
}
