import { artPicture } from './art-picture.ts'
import { classNames } from '../class-names.ts'
import styles from './ProjectCover.module.css'

interface ArtProps {
  /** The project's id, or the seed made from it; it determines the picture. */
  readonly id: string | number
  /** Shown instead of the generated picture. */
  readonly imageUrl?: string | null
  /** Pixels, or `fill` for the container's width. */
  readonly size: number | 'fill'
}

/** A project's cover. Decorative, because its title is always beside it. */
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
