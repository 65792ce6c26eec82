import { create } from 'qrcode'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { memberStrings } from './members.strings.ts'
import styles from './Members.module.css'

/** The quiet zone that readers need, in modules. */
const quiet = 4

/** The link as a QR code: black on white in every theme, for reliable scanning. */
export default function InviteCode({
  url,
  label = memberStrings.code,
}: {
  readonly url: string
  readonly label?: string
}) {
  const {
    modules: { size, data },
  } = create(url, { errorCorrectionLevel: 'M' })
  const dark = Array.from({ length: size * size }, (_, index) => index).filter((index) => data[index])
  const path = dark.map((index) => `M${quiet + (index % size)} ${quiet + Math.floor(index / size)}h1v1h-1z`).join('')
  return (
    <span className={styles.qr}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <svg viewBox={`0 0 ${size + 2 * quiet} ${size + 2 * quiet}`} aria-hidden shapeRendering="crispEdges">
        <path d={`M0 0h${size + 2 * quiet}v${size + 2 * quiet}h-${size + 2 * quiet}z`} className={styles.light} />
        <path d={path} className={styles.dark} />
      </svg>
    </span>
  )
}
