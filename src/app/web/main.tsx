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
  // A refused request, or a part that cannot be fetched, is told on the screen; only what nobody expected belongs in
  // the browser's log.
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

// Once everything that the first page asked for is there: it is for the next visit.
const keepForLater = () =>
  whenIdle(
    () =>
      void import('#web/service-worker/register-worker.ts').then(({ registerWorker }) =>
        registerWorker((path) => router.history.push(path)),
      ),
  )
if (document.readyState === 'complete') keepForLater()
else window.addEventListener('load', keepForLater, { once: true })
