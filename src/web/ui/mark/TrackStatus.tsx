import { Check, CircleDashed, CircleDot, Lock, type LucideIcon, Undo2 } from 'lucide-react'
import { Icon } from './Icon.tsx'
import styles from './TrackStatus.module.css'
import { classNames } from '../class-names.ts'
import { stateStrings } from '../ui.strings.ts'

export type TrackStatusValue = 'draft' | 'in-review' | 'changes-requested' | 'approved' | 'final'

/** Also used by the menu of statuses. */
export const trackStatusIcons: Record<TrackStatusValue, LucideIcon> = {
  draft: CircleDashed,
  'in-review': CircleDot,
  'changes-requested': Undo2,
  approved: Check,
  final: Lock,
}

export function TrackStatus({ status }: { readonly status: TrackStatusValue }) {
  return (
    <span className={classNames(styles.status, styles[status])}>
      <Icon of={trackStatusIcons[status]} size={14} />
      {stateStrings[status]}
    </span>
  )
}
