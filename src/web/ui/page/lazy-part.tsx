import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { ErrorView } from './ErrorView.tsx'
import { isMissingCode, missingCodeWords } from './missing-code.ts'
import { toast } from '../overlay/toast-store.ts'
import { uiStrings } from '../ui.strings.ts'

interface LateProps {
  /** Placeholder while loading. */
  readonly shape?: ReactNode
  /** How a missing part is reported: by a toast, in its place on the page, or not at all. */
  readonly missing?: 'told' | 'shown' | 'unsaid'
  /** Undoes the request that showed it. */
  readonly onMissing?: (() => void) | undefined
  /** For a part that stays mounted while closed: reports again each time it is opened. */
  readonly asked?: boolean
  readonly children: ReactNode
}

interface LateState {
  readonly error?: unknown
}

/**
 * Wraps code that loads on first use. Offline, or after an upgrade, it may be missing: then only this part is missing,
 * and the page and the music continue. Browsers, and Vite for styles, retry a failed import only after a reload.
 */
export class LazyBoundary extends Component<LateProps, LateState> {
  override state: LateState = {}

  static getDerivedStateFromError(error: unknown): LateState {
    return { error }
  }

  override componentDidCatch(): void {
    this.#giveUp()
  }

  override componentDidUpdate({ asked }: LateProps): void {
    if (this.props.asked === true && asked === false) this.#giveUp()
  }

  override render(): ReactNode {
    const { shape, missing, children } = this.props
    const { error } = this.state
    if (error === undefined) return <Suspense fallback={shape}>{children}</Suspense>
    // Other errors are for the page's error boundary.
    if (!isMissingCode(error)) throw error
    return missing === 'shown' ? (
      <ErrorView error={error} onRetry={reload}>
        {missingCodeWords(error)}
      </ErrorView>
    ) : null
  }

  #giveUp(): void {
    const { missing = 'told', onMissing } = this.props
    if (!isMissingCode(this.state.error)) return
    if (missing === 'told')
      toast({
        tone: 'error',
        text: missingCodeWords(this.state.error),
        action: { label: uiStrings.reload, onSelect: reload },
      })
    onMissing?.()
  }
}

type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>

/** A component whose code is a file of its own. */
export type LazyComponent<P> = ComponentType<P> & {
  /** Loads the code, so that the component renders at once. Never rejects: missing code is told where it shows. */
  readonly load: () => Promise<void>
}

/**
 * `React.lazy`, except that code which is there renders without a placeholder. React replaces placeholders 300 ms after
 * the last one at the earliest, so on the first page of a visit each would cost that long.
 */
export function lazyComponent<P extends object>(load: Load<P>): LazyComponent<P> {
  let loaded: ComponentType<P> | undefined
  let loading: ReturnType<Load<P>> | undefined
  const start = () =>
    (loading ??= load().then((part) => {
      loaded = part.default
      return part
    }))
  const Lazy: ComponentType<P> = lazy(start)
  const AtOnceOrLater = (props: P) => {
    // Chosen once: a change of type would mount the part again.
    const [Part] = useState(() => loaded ?? Lazy)
    return <Part {...props} />
  }
  return Object.assign(AtOnceOrLater, {
    load: () =>
      start().then(
        () => undefined,
        () => undefined,
      ),
  })
}

/** A component that loads when it is first shown. If it cannot be loaded, it renders nothing and a toast says so. */
export function lazyPart<P extends object>(load: Load<P>, onMissing?: (props: P) => void): LazyComponent<P> {
  return within(lazyComponent(load), (part, props) => (
    <LazyBoundary onMissing={onMissing && (() => onMissing(props))}>{part}</LazyBoundary>
  ))
}

/** A dialog that loads when it is first opened, and closes again if it cannot be loaded. */
export function lazyDialog<P extends { readonly onClose: () => void }>(load: Load<P>): LazyComponent<P> {
  return lazyPart(load, ({ onClose }) => onClose())
}

/** A panel that says in its own place when it cannot be loaded. */
export function lazyPanel<P extends object>(load: Load<P>, shape?: ReactNode): LazyComponent<P> {
  return within(lazyComponent(load), (panel) => (
    <LazyBoundary missing="shown" shape={shape}>
      {panel}
    </LazyBoundary>
  ))
}

/**
 * A page whose component loads when it is first shown; the surrounding frame renders at once, with `shape` as
 * placeholder.
 */
export function lazyPage<P extends object>(load: Load<P>, shape?: ReactNode): LazyComponent<P> {
  return within(lazyComponent(load), (page) => <Suspense fallback={shape}>{page}</Suspense>)
}

function within<P extends object>(
  Part: LazyComponent<P>,
  around: (part: ReactNode, props: P) => ReactNode,
): LazyComponent<P> {
  return Object.assign((props: P) => around(<Part {...props} />, props), { load: Part.load })
}

function reload(): void {
  window.location.reload()
}
