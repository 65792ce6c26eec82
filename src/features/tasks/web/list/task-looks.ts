import {
  Check,
  CheckCheck,
  ChevronDown,
  ChevronsUp,
  ChevronUp,
  Circle,
  CircleDashed,
  Equal,
  type LucideIcon,
} from 'lucide-react'
import type { TaskPriority, TaskState } from '../../task-choices.ts'

export const stateIcons: Readonly<Record<TaskState, LucideIcon>> = {
  todo: Circle,
  doing: CircleDashed,
  fixed: Check,
  verified: CheckCheck,
}

export const priorityIcons: Readonly<Record<TaskPriority, LucideIcon>> = {
  urgent: ChevronsUp,
  high: ChevronUp,
  normal: Equal,
  low: ChevronDown,
}
