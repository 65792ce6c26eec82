import { useSyncExternalStore } from 'react'
import { text } from '#web/i18n/text.ts'
import { Progress } from '#web/ui/mark/Progress.tsx'
import { transferStrings } from '../transfers.strings.ts'
import { isStopped, transferWords } from './transfer-words.ts'
import type { TransfersStore } from './transfers-store.ts'

interface ArrivalStateProps {
  readonly store: TransfersStore
  readonly id: string
  readonly shows: 'bar' | 'words'
}

/** How far an upload is, in the row of its track. */
export default function ArrivalState({ store, id, shows }: ArrivalStateProps) {
  const transfers = useSyncExternalStore(store.subscribe, store.list)
  const transfer = transfers.find((one) => one.id === id)
  if (!transfer) return null
  if (shows === 'words') return transferWords(transfer)
  return (
    <Progress
      share={transfer.progress / 100}
      state={isStopped(transfer) ? 'stopped' : 'going'}
      label={text(transferStrings.arriving, { file: transfer.filename })}
    />
  )
}
