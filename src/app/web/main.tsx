import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { FailedRequest } from '#web/api/failed-request.ts'
import { startUi } from '#web/ui/frame/start-ui.ts'
import { isMissingCode } from '#web/ui/page/missing-code.ts'
import { whenIdle } from '#web/ui/page/when-idle.ts'
import { createAppRouter } from './routes/app-router.ts'

startUi()

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
const root = createRoot(place, {
  // The screen reports refused requests and missing code; only unexpected errors belong in the browser's log.
  onCaughtError: (error) => {
    if (!(error instanceof FailedRequest || isMissingCode(error))) reportError(error)
  },
})
const router = createAppRouter()
root.render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)

/** Parts of the page are still loading when the browser calls it loaded. */
const restMs = 3000
// After everything for the first page has loaded, because it is for the next visit.
const keepForLater = () =>
  setTimeout(
    () =>
      whenIdle(
        () =>
          void import('#web/service-worker/register-worker.ts').then(
            ({ registerWorker }) => registerWorker((path) => router.history.push(path)),
            // A line that breaks just then: the next visit tries again.
            () => undefined,
          ),
      ),
    restMs,
  )
if (document.readyState === 'complete') keepForLater()
else window.addEventListener('load', keepForLater, { once: true })
