import { Listeners } from '#shared/listeners.ts'
import { isUnanswered } from '#web/api/failed-request.ts'
import { reasonOf } from '#web/api/reason.ts'
import { LARGEST_ATTACHMENT_BYTES } from '../../attachment-kinds.ts'
import type { Attachment } from '../../notes.contract.ts'
import { noteStrings } from '../notes.strings.ts'
import { sendAttachment, type AttachmentUpload } from './send-attachment.ts'
import { dropUnsentFile, type FileToSend } from './unsent-files.ts'

/** A file being uploaded for an unsent note. */
export interface TrayFile {
  readonly key: string
  readonly name: string
  /** 0..1 */
  readonly share: number
  /** Why the upload failed. */
  readonly problem?: string
  readonly isVoice: boolean
}

export type ChosenFile = Pick<FileToSend, 'file' | 'fileName' | 'voice'>

/** Files are stored with the track of their note. */
export interface TrayPlace {
  readonly projectId: string
  readonly trackId: string
}

type OnArrived = (attachment: Attachment) => void

/** Fetched before the connection is lost. */
export const loadLater = () => import('./send-file-later.ts')

let lastKey = 0

/** Uploads files, also while their field is not mounted. */
export class FileTray {
  readonly #sending = new Map<string, { readonly file: ChosenFile; sending?: AttachmentUpload }>()
  readonly #listeners = new Listeners()
  readonly watch = this.#listeners.add
  readonly place: TrayPlace
  #coming: readonly TrayFile[] = []

  constructor(place: TrayPlace) {
    this.place = place
  }

  /** Uploads in progress and failed ones. */
  readonly coming = (): readonly TrayFile[] => this.#coming

  add(files: readonly ChosenFile[], onArrived: OnArrived): void {
    const taken = files.map((file) => ({ key: `file-${++lastKey}`, file }))
    for (const { key, file } of taken) this.#sending.set(key, { file })
    this.#come([
      ...this.#coming,
      ...taken.map(({ key, file }) => ({ key, name: file.fileName, share: 0, isVoice: file.voice !== undefined })),
    ])
    for (const { key } of taken) this.#start(key, onArrived)
  }

  retry(key: string, onArrived: OnArrived): void {
    this.#come(
      this.#coming.map(({ problem, ...file }) =>
        file.key === key ? { ...file, share: 0 } : { ...file, ...(problem !== undefined && { problem }) },
      ),
    )
    this.#start(key, onArrived)
  }

  remove(key: string): void {
    this.#sending.get(key)?.sending?.stop()
    this.#forget(key)
  }

  /** Cancels the uploads. */
  stop(): void {
    for (const key of this.#sending.keys()) this.remove(key)
  }

  #start(key: string, onArrived: OnArrived): void {
    const entry = this.#sending.get(key)
    if (!entry) return
    if (entry.file.file.size > LARGEST_ATTACHMENT_BYTES)
      return this.#change(key, { problem: noteStrings.files.tooLarge })
    entry.sending = sendAttachment({ ...this.place, ...entry.file }, (share) => this.#change(key, { share }))
    entry.sending.done.then(
      (attachment) => {
        this.#forget(key)
        onArrived(attachment)
      },
      (error: unknown) => this.#failed(key, error, onArrived),
    )
  }

  /** Without a connection the file is kept here and sent later, like words. */
  #failed(key: string, error: unknown, onArrived: OnArrived): void {
    const { file } = this.#sending.get(key) ?? {}
    const refuse = () => this.#change(key, { problem: reasonOf(error) })
    if (!file || !isUnanswered(error)) return refuse()
    loadLater()
      .then(({ sendFileLater }) => sendFileLater({ ...this.place, ...file }))
      .then((attachment) => {
        if (!attachment) return refuse()
        if (this.#sending.has(key)) onArrived(attachment)
        else dropUnsentFile(attachment.id)
        this.#forget(key)
      })
      .catch(refuse)
  }

  #change(key: string, what: Partial<TrayFile>): void {
    this.#come(this.#coming.map((file) => (file.key === key ? { ...file, ...what } : file)))
  }

  #forget(key: string): void {
    this.#sending.delete(key)
    this.#come(this.#coming.filter((file) => file.key !== key))
  }

  #come(coming: readonly TrayFile[]): void {
    this.#coming = coming
    this.#listeners.tell()
  }
}
