import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { ErrorView } from './ErrorView.tsx'
import { isMissingCode, missingCodeWords } from './missing-code.ts'
import { toast } from '../overlay/toast-store.ts'
import { uiStrings } from '../ui.strings.ts'

interface LateProps {
  /** Stands there until it is fetched. */
  readonly shape?: ReactNode
  /** Who says that it cannot be had: a toast, its own place on the page, or nobody, for what nobody misses. */
  readonly missing?: 'told' | 'shown' | 'unsaid'
  /** Takes back what asked for it. */
  readonly onMissing?: (() => void) | undefined
  /** For what stays mounted while it is closed: each time it is opened it may be missing. */
  readonly asked?: boolean
  readonly children: ReactNode
}

interface LateState {
  readonly error?: unknown
}

/**
 * Around what is fetched when it is first wanted. Without a line, or after an upgrade, it may be gone: then only it is
 * missing, and the page around it and the music stay. A browser, and Vite with its styles, ask for it again only in a
 * fresh page.
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
    // Whatever else went wrong is the page's to tell.
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

/**
 * A part of the page that is fetched when it is first shown. What cannot be fetched is not there, and a toast says so.
 */
export function lazyPart<P extends object>(load: Load<P>, onMissing?: (props: P) => void): ComponentType<P> {
  const Part = lazy(load)
  return (props) => (
    <LazyBoundary onMissing={onMissing && (() => onMissing(props))}>
      <Part {...props} />
    </LazyBoundary>
  )
}

/** A dialog that is fetched when it is first opened; one that cannot be fetched closes again. */
export function lazyDialog<P extends { readonly onClose: () => void }>(load: Load<P>): ComponentType<P> {
  return lazyPart(load, ({ onClose }) => onClose())
}

/** A panel of a page, which says in its own place when it cannot be fetched. */
export function lazyPanel<P extends object>(load: Load<P>, shape?: ReactNode): ComponentType<P> {
  const Panel = lazy(load)
  return (props) => (
    <LazyBoundary missing="shown" shape={shape}>
      <Panel {...props} />
    </LazyBoundary>
  )
}

/**
 * A page whose component is fetched when it is first shown; what is around it does not wait and shows the shape of it.
 */
export function lazyPage<P extends object>(load: Load<P>, shape?: ReactNode): ComponentType<P> {
  const Page = lazy(load)
  return (props) => (
    <Suspense fallback={shape}>
      <Page {...props} />
    </Suspense>
  )
}

function reload(): void {
  window.location.reload()
}
