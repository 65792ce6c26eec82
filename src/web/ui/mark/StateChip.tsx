import { Check, CheckCheck, Circle, CircleAlert, CircleDot, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Chip, type ChipTone } from './Chip.tsx'
import { stateStrings } from '../ui.strings.ts'

/** Of a note, a task or a finding. */
export type ItemState = 'todo' | 'open' | 'doing' | 'fixed' | 'verified' | 'warning' | 'danger'

interface Look {
  readonly tone: ChipTone
  readonly icon: LucideIcon
}

const looks: Record<ItemState, Look> = {
  todo: { tone: 'plain', icon: Circle },
  open: { tone: 'open', icon: Circle },
  doing: { tone: 'open', icon: CircleDot },
  fixed: { tone: 'fixed', icon: Check },
  verified: { tone: 'verified', icon: CheckCheck },
  warning: { tone: 'warning', icon: TriangleAlert },
  danger: { tone: 'danger', icon: CircleAlert },
}

type StateChipProps =
  /** Shows the state's name unless `children` says more: "Fixed in v6". */
  | { readonly state: Exclude<ItemState, 'warning' | 'danger'>; readonly children?: ReactNode }
  | { readonly state: 'warning' | 'danger'; readonly children: ReactNode }

export function StateChip({ state, children }: StateChipProps) {
  return (
    <Chip {...looks[state]}>
      {children ?? (state === 'warning' || state === 'danger' ? null : stateStrings[state])}
    </Chip>
  )
}
