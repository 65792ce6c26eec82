import { useLoaderData, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { LoginPage } from '#features/account/web/sign-in/LoginPage.tsx'
import { useAskingAgain } from '#web/ui/page/use-asking-again.ts'
import type { LoginView } from '#features/account/web/sign-in/login-places.ts'
import { whoIsThere, type LoginVisitor } from './login-visitor.ts'
import { routeStrings } from '../routes.strings.ts'
import { usePageHead } from '../use-page-head.ts'

export function LoginScreen() {
  usePageHead(routeStrings.signInTitle, routeStrings.signInDescription)
  const router = useRouter()
  const { facts, inviteId, invite, visitor: found } = useLoaderData({ from: '/login' })
  const { redirect, view: asked, token, error } = useSearch({ from: '/login' })
  // Most invited visitors are new; others are one press away from signing in.
  const first =
    invite?.heading !== undefined && facts.methods.emailPassword && facts.signUp !== 'closed' ? 'create' : 'sign-in'
  const view = asked ?? first
  const visitor = useVisitor(
    found,
    token === undefined && error === undefined,
    () => void router.navigate({ href: redirect, replace: true }),
  )
  const place = {
    facts,
    redirect,
    inviteId,
    isUnsure: visitor === 'unknown',
    invite,
    onView: (next: LoginView) =>
      void router.navigate({ to: '/login', search: { redirect, ...(next !== first && { view: next }) } }),
    onSignedIn: () => void router.navigate({ href: redirect, replace: true }),
  }
  return <LoginPage place={place} view={view} token={token} linkError={error} />
}

/** Checks again, because somebody may have signed in in another tab, or the server may have recovered. */
function useVisitor(found: LoginVisitor, isAsked: boolean, onSomebody: () => void): LoginVisitor {
  const [visitor, setVisitor] = useState(found)
  const ask = async () => {
    const now = await whoIsThere(false)
    // During a sign-in here, the form navigates itself.
    if (now === 'somebody') onSomebody()
    else setVisitor(now)
  }
  useAskingAgain(isAsked ? () => void ask() : undefined, visitor === 'unknown')
  return visitor
}
