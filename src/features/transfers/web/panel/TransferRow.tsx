import { FolderOpen, Pause, Play, RotateCw, X } from 'lucide-react'
import { memo, useRef, useState, type ReactNode } from 'react'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/ConfirmDialog.tsx'
import { FileInput } from '#web/ui/form/FileInput.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { TransferEngine } from '../transfer-engine.ts'
import { TransferLine } from './TransferLine.tsx'
import { isResumed, isStopped, transferWords } from './transfer-words.ts'
import type { Transfer } from './transfers-store.ts'
import { transferStrings } from '../transfers.strings.ts'
import styles from './TransferRow.module.css'

interface TransferRowProps {
  readonly engine: TransferEngine
  readonly transfer: Transfer
  readonly renderVersion: (transfer: Transfer) => ReactNode
}

/** One transfer. Memoized: the store returns the same object until it changes. */
export const TransferRow = memo(function TransferRow({ engine, transfer, renderVersion }: TransferRowProps) {
  const { filename, progress, status, kind, totalBytes } = transfer
  const done = status === 'completed'
  return (
    <li className={styles.row} aria-label={filename}>
      <div className={styles.top}>
        <span className={styles.name} title={filename}>
          {filename}
        </span>
        {totalBytes !== null && <span className={styles.size}>{formatBytes(totalBytes)}</span>}
        <TransferButtons engine={engine} transfer={transfer} />
      </div>
      {done && kind === 'upload' ? (
        renderVersion(transfer)
      ) : (
        <TransferLine
          label={filename}
          share={progress / 100}
          state={isStopped(transfer) ? 'stopped' : done ? 'done' : 'going'}
          words={transferWords(transfer)}
        />
      )}
      {transfer.can.chooseFile && <ChooseFileAgain engine={engine} transfer={transfer} />}
    </li>
  )
})

/** Cancelling deletes what the server has; from this size on, asks first. */
const ASK_FROM_BYTES = 16_000_000

/** Buttons for the actions that the store allows now. */
export function TransferButtons({ engine, transfer }: Pick<TransferRowProps, 'engine' | 'transfer'>) {
  const [asking, setAsking] = useState(false)
  const { id, filename: file, kind, bytes, can } = transfer
  const cancel = () => (kind === 'upload' && bytes >= ASK_FROM_BYTES ? setAsking(true) : engine.cancel(id))
  return (
    <span className={styles.buttons}>
      {can.retry && (
        <IconButton
          icon={RotateCw}
          size="small"
          label={text(isResumed(transfer) ? transferStrings.resume : transferStrings.retry, { file })}
          onClick={() => engine.retry(id)}
        />
      )}
      {can.pause && (
        <IconButton
          icon={Pause}
          size="small"
          label={text(transferStrings.pause, { file })}
          onClick={() => engine.pause(id)}
        />
      )}
      {can.resume && (
        <IconButton
          icon={Play}
          size="small"
          label={text(transferStrings.resume, { file })}
          onClick={() => engine.resume(id)}
        />
      )}
      {can.cancel && (
        <IconButton icon={X} size="small" label={text(transferStrings.cancelOne, { file })} onClick={cancel} />
      )}
      {can.dismiss && !can.cancel && (
        <IconButton
          icon={X}
          size="small"
          label={text(transferStrings.dismiss, { file })}
          onClick={() => engine.dismiss(id)}
        />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={text(transferStrings.cancelTitle, { file })}
        description={text(transferStrings.cancelWords, { size: formatBytes(bytes) })}
        confirmLabel={transferStrings.cancelConfirm}
        cancelLabel={transferStrings.keepUploading}
        onConfirm={() => engine.cancel(id)}
      />
    </span>
  )
}

/** After a reload, browsers no longer give access to the file; the user chooses it again. */
export function ChooseFileAgain({ engine, transfer: { id, filename } }: Pick<TransferRowProps, 'engine' | 'transfer'>) {
  const input = useRef<HTMLInputElement>(null)
  const give = async ([file]: readonly File[]) => {
    if (file && !(await engine.chooseFile(id, file)))
      toast({ tone: 'error', text: text(transferStrings.wrongFile, { file: filename }) })
  }
  return (
    <div className={styles.choose}>
      <Button size="small" icon={FolderOpen} onClick={() => input.current?.click()}>
        {transferStrings.chooseAgain}
      </Button>
      <FileInput ref={input} onFiles={(files) => void give(files)} />
    </div>
  )
}
