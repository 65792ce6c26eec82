import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './IconButton.module.css'
import { classNames } from './class-names.ts'
import { Icon } from './mark/Icon.tsx'
import { Spinner } from './mark/Spinner.tsx'
import { Tooltip } from './overlay/Tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  readonly icon: LucideIcon
  /** Read aloud, and shown in the tooltip. */
  readonly label: string
  /** The key for the same command, shown in the tooltip. */
  readonly keys?: string
  /** 32 px, or 28 in tight rows; more on touch. */
  readonly size?: 'small' | 'medium'
  /** For toggles. */
  readonly pressed?: boolean
  readonly busy?: boolean
  readonly tipSide?: 'top' | 'right' | 'bottom' | 'left'
}

export function IconButton({
  icon,
  label,
  keys,
  size = 'medium',
  pressed,
  busy = false,
  tipSide,
  type = 'button',
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} keys={keys} side={tipSide}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        aria-pressed={pressed}
        onClick={busy ? undefined : onClick}
        {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : {})}
        className={classNames(styles.button, size === 'small' && styles.small, className)}
      >
        {busy ? <Spinner /> : <Icon of={icon} />}
      </button>
    </Tooltip>
  )
}
