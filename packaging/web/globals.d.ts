// What is there before our own scripts run in a page under test.
declare const FakeTimers: typeof import("@sinonjs/fake-timers");
// What the pages of the window find besides Blockly (blockly.d.ts): Qt's half of the channel.
declare const QWebChannel: new (transport: unknown, opened: (channel: any) => void) => unknown;
declare const qt: { webChannelTransport: unknown };
