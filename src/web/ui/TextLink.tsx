import styles from './TextLink.module.css'
import { classNames } from './class-names.ts'
import { UiLink, type UiLinkProps } from './frame/UiLink.tsx'

/** A link within text: "Forgot it?", "Create an account". */
export function TextLink({ className, ...link }: UiLinkProps) {
  return <UiLink {...link} className={classNames(styles.link, className)} />
}
