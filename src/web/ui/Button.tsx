import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './Button.module.css'
import { classNames } from './class-names.ts'
import { UiLink } from './frame/UiLink.tsx'
import { Icon } from './mark/Icon.tsx'
import { Spinner } from './mark/Spinner.tsx'

export interface ButtonLook {
  /** At most one primary button on a screen. */
  readonly tone?: 'primary' | 'plain' | 'quiet' | 'danger'
  /** 28, 32 or 40 px high; more on touch. */
  readonly size?: 'small' | 'medium' | 'large'
  readonly icon?: LucideIcon
  /** After the label, for example a chevron. */
  readonly iconAfter?: LucideIcon
  readonly wide?: boolean
  readonly children?: ReactNode
}

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'children'> {
  /** Shows a spinner instead of the icon and ignores presses; the label and the focus stay. */
  readonly busy?: boolean
}

export function Button({
  tone,
  size,
  icon,
  iconAfter,
  wide,
  busy = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event))
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      className={classNames(buttonClass({ tone, size, wide }), className)}
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : {})}
    >
      {busy ? <Spinner /> : icon !== undefined && <Icon of={icon} size={size === 'small' ? 14 : 16} />}
      {children}
      {iconAfter !== undefined && <Icon of={iconAfter} size={14} />}
    </button>
  )
}

interface ButtonLinkProps extends ButtonLook {
  readonly href: string
  readonly className?: string
}

/** A link that looks like a button. */
export function ButtonLink({ tone, size, icon, iconAfter, wide, href, className, children }: ButtonLinkProps) {
  return (
    <UiLink href={href} className={classNames(buttonClass({ tone, size, wide }), className)}>
      {icon !== undefined && <Icon of={icon} size={size === 'small' ? 14 : 16} />}
      {children}
      {iconAfter !== undefined && <Icon of={iconAfter} size={14} />}
    </UiLink>
  )
}

interface ButtonShape {
  readonly tone?: ButtonLook['tone'] | undefined
  readonly size?: ButtonLook['size'] | undefined
  readonly wide?: boolean | undefined
}

function buttonClass({ tone = 'plain', size = 'medium', wide = false }: ButtonShape): string {
  return classNames(styles.button, styles[tone], styles[size], wide && styles.wide)
}
