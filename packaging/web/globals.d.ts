// What is there before our own scripts run in a page under test.
declare const FakeTimers: typeof import("@sinonjs/fake-timers");
