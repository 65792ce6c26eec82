/**
 * A window in which only the left part of `content` is visible. The edge is moved by transforms alone, which needs no
 * style, layout or painting of anything else; a clip path would be painted again in every frame.
 */
export class LeftPart {
  readonly element = document.createElement('div')
  readonly #content: HTMLElement

  constructor(content: HTMLElement) {
    this.#content = content
    Object.assign(this.element.style, {
      position: 'absolute',
      inset: '0',
      zIndex: '1',
      overflow: 'hidden',
      pointerEvents: 'none',
      willChange: 'transform',
    })
    content.style.willChange = 'transform'
    this.element.append(content)
  }

  /** `hiddenPx`: CSS pixels that are hidden at the right, moved to a whole pixel of the screen. */
  hide(hiddenPx: number): void {
    const px = Math.round(Math.max(0, hiddenPx) * devicePixelRatio) / devicePixelRatio
    this.element.style.transform = `translateX(${-px}px)`
    this.#content.style.transform = `translateX(${px}px)`
  }
}
