import { Check, CircleDashed, CircleDot, Lock, Undo2, type LucideIcon } from 'lucide-react'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { stateStrings } from './state.strings.ts'
import styles from './TrackStatus.module.css'

export type TrackStatusValue = 'draft' | 'in-review' | 'changes-requested' | 'approved' | 'final'

/** Also for a menu that offers the statuses. */
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
