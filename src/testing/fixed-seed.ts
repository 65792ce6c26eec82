import fc from 'fast-check'

// In CI, where nobody can investigate random failures, properties use the same examples every time.
if (process.env['CI'] === 'true') fc.configureGlobal({ seed: 20_261_120 })
