import { useState } from 'react'
import { authCall, type AuthHeaders } from './auth-call.ts'
import { tellSessionChange } from './settings/session-changes.ts'
import type { AuthCalls, AuthPath } from './sign-in/auth-answers.ts'

interface AuthCall<P extends AuthPath> {
  readonly mutate: (
    body: AuthCalls[P]['body'],
    then?: { readonly onSuccess?: (answer: AuthCalls[P]['answer']) => void; readonly onError?: (error: Error) => void },
  ) => void
  readonly reset: () => void
  readonly data: AuthCalls[P]['answer'] | undefined
  readonly error: Error | null
  readonly isPending: boolean
  readonly isSuccess: boolean
  readonly isError: boolean
}

type State<A> =
  | { readonly step: 'idle' | 'pending' }
  | { readonly step: 'done'; readonly answer: A }
  | { readonly step: 'failed'; readonly error: Error }

/**
 * A call of the sign-in backend with the interface of a mutation; separate, so that the sign-in page needs no query
 * cache. If the call changed the session, listeners are notified before `onSuccess`.
 */
export function useAuthCall<P extends AuthPath>(path: P, headers?: AuthHeaders): AuthCall<P> {
  const [state, setState] = useState<State<AuthCalls[P]['answer']>>({ step: 'idle' })
  const mutate: AuthCall<P>['mutate'] = async (body, { onSuccess, onError } = {}) => {
    setState({ step: 'pending' })
    try {
      const answer = await authCall(path, body, headers)
      await tellSessionChange(path)
      setState({ step: 'done', answer })
      onSuccess?.(answer)
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      setState({ step: 'failed', error })
      onError?.(error)
    }
  }
  return {
    mutate,
    reset: () =>
      setState((before) => (before.step === 'idle' || before.step === 'pending' ? before : { step: 'idle' })),
    data: state.step === 'done' ? state.answer : undefined,
    error: state.step === 'failed' ? state.error : null,
    isPending: state.step === 'pending',
    isSuccess: state.step === 'done',
    isError: state.step === 'failed',
  }
}
