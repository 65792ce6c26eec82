import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useState } from 'react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { DropArea } from '#web/ui/form/DropArea.tsx'
import { Slider } from '#web/ui/form/Slider.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import styles from './CoverDialog.module.css'
import { coverStrings as strings } from './cover.strings.ts'
import { type Crop, cropSquare, drawCrop, MOST_ZOOM, movedCrop, wholeCrop } from './crop-square.ts'
import { type CoverOwner, useCover } from './use-cover.ts'

interface CoverDialogProps {
  readonly owner: CoverOwner
  /** What there is now, drawn or a picture. */
  readonly current: ReactNode
  /** Dropped on the cover. */
  readonly file?: File | undefined
  readonly onClose: () => void
}

const PICTURES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** Chooses a picture, crops it to a square, saves it; or takes the one away that there is. */
export default function CoverDialog({ owner, current, file, onClose }: CoverDialogProps) {
  const [chosen, setChosen] = useState(file)
  const [crop, setCrop] = useState(wholeCrop)
  const picture = usePicture(chosen)
  const { save, isSaving } = useCover(owner)
  const choose = ([first]: readonly File[]) => {
    setChosen(first)
    setCrop(wholeCrop)
  }
  const done = (data: string | null) => void save(data).then(onClose, () => undefined)
  const isReady = typeof picture === 'object'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="card"
      title={text(strings.title, { name: owner.name })}
      footer={
        <>
          {owner.url !== null && !isReady && (
            <Button className={styles.remove} busy={isSaving} onClick={() => done(null)}>
              {strings.remove}
            </Button>
          )}
          <Button onClick={onClose}>{strings.cancel}</Button>
          {isReady && (
            <Button tone="primary" busy={isSaving} onClick={() => done(drawCrop(picture, crop))}>
              {strings.save}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        {picture === 'unreadable' && (
          <p role="alert" className={styles.wrong}>
            {strings.unreadable}
          </p>
        )}
        {isReady ? (
          <>
            <CropBox picture={picture} crop={crop} onCrop={setCrop} />
            <div className={styles.zoom}>
              <span aria-hidden>{strings.zoom}</span>
              <Slider
                label={strings.zoom}
                min={1}
                max={MOST_ZOOM}
                value={crop.zoom}
                onValueChange={(zoom) => setCrop({ ...crop, zoom })}
              />
            </div>
            <p className={styles.help}>{strings.crop}</p>
          </>
        ) : (
          <div className={styles.current}>{current}</div>
        )}
        <DropArea
          words={strings.drop}
          chooseWords={isReady ? strings.chooseOther : strings.choose}
          accept={PICTURES}
          onFiles={choose}
        />
      </div>
    </Dialog>
  )
}

/** The decoded picture; undefined while there is none. */
function usePicture(file: File | undefined): HTMLImageElement | 'unreadable' | undefined {
  const [read, setRead] = useState<{ readonly of: File; readonly picture: HTMLImageElement | 'unreadable' }>()
  useEffect(() => {
    if (!file) return
    const address = URL.createObjectURL(file)
    const picture = new Image()
    picture.src = address
    let isWanted = true
    picture.decode().then(
      () => isWanted && setRead({ of: file, picture }),
      () => isWanted && setRead({ of: file, picture: 'unreadable' }),
    )
    return () => {
      isWanted = false
      URL.revokeObjectURL(address)
    }
  }, [file])
  return read && read.of === file ? read.picture : undefined
}

interface CropBoxProps {
  readonly picture: HTMLImageElement
  readonly crop: Crop
  readonly onCrop: (crop: Crop) => void
}

const keySteps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0.05, 0],
  ArrowRight: [-0.05, 0],
  ArrowUp: [0, 0.05],
  ArrowDown: [0, -0.05],
}

/** The square as it will be. The picture under it is dragged, or moved by the arrow keys. */
function CropBox({ picture, crop, onCrop }: CropBoxProps) {
  const [from, setFrom] = useState<{ readonly x: number; readonly y: number; readonly crop: Crop }>()
  const size = { width: picture.naturalWidth, height: picture.naturalHeight }
  const { left, top, side } = cropSquare(size, crop)
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!from) return
    const { width } = event.currentTarget.getBoundingClientRect()
    onCrop(movedCrop(size, from.crop, { x: (event.clientX - from.x) / width, y: (event.clientY - from.y) / width }))
  }
  const step = (event: KeyboardEvent) => {
    const by = keySteps[event.key]
    if (!by) return
    event.preventDefault()
    onCrop(movedCrop(size, crop, { x: by[0], y: by[1] }))
  }
  return (
    // A two-dimensional value has no role of its own; this one says what it is and takes the arrow keys.
    <button
      type="button"
      aria-label={strings.cropped}
      className={styles.crop}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setFrom({ x: event.clientX, y: event.clientY, crop })
      }}
      onPointerMove={move}
      onPointerUp={() => setFrom(undefined)}
      onPointerCancel={() => setFrom(undefined)}
      onKeyDown={step}
    >
      <img
        src={picture.src}
        alt=""
        draggable={false}
        style={{
          width: `${(size.width / side) * 100}%`,
          left: `${(-left / side) * 100}%`,
          top: `${(-top / side) * 100}%`,
        }}
      />
    </button>
  )
}
