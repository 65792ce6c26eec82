import { artPicture } from './art-picture.ts'
import { classNames } from '../class-names.ts'
import styles from './ProjectCover.module.css'

interface ArtProps {
  /** Of the project: chooses the picture. */
  readonly id: string
  /** Shown instead of the picture. */
  readonly imageUrl?: string | null
  /** Pixels, or the width of what holds it. */
  readonly size: number | 'fill'
}

/** A project's cover. Decorative: its title always stands beside it. */
export function ProjectCover({ id, imageUrl, size }: ArtProps) {
  const box = size === 'fill' ? {} : { width: size, height: size }
  const shape = classNames(styles.art, size === 'fill' ? styles.fill : size >= 64 && styles.large)
  if (imageUrl)
    return <img className={shape} style={box} src={imageUrl} alt="" draggable={false} loading="lazy" decoding="async" />
  const { ground, shapes } = artPicture(id)
  return (
    <svg className={shape} style={box} viewBox="0 0 40 40" aria-hidden>
      <path d="M0 0h40v40H0z" fill={ground} />
      {shapes.map(({ path, fill }) => (
        <path key={path} d={path} fill={fill} />
      ))}
    </svg>
  )
}
