import type { LucideIcon } from 'lucide-react'

/** Pixels. Small icons need a heavier stroke to look as dark as large ones. */
export type IconSize = 12 | 14 | 16 | 20

const strokeWidths: Record<IconSize, number> = { 12: 2.25, 14: 2, 16: 1.75, 20: 1.75 }

interface IconProps {
  readonly of: LucideIcon
  readonly size?: IconSize
  readonly className?: string | undefined
}

/** A decorative icon: the text beside it, or its button's label, carries the meaning. */
export function Icon({ of: Drawing, size = 16, className }: IconProps) {
  return (
    <Drawing aria-hidden className={className} style={{ width: size, height: size, strokeWidth: strokeWidths[size] }} />
  )
}
