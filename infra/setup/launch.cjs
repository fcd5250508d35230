// What each script of package.json and `ledger` name: `node infra/setup/launch.cjs <command> [arguments]`.
// An old Node must be able to read this file, to say that it is too old.
if (parseInt(process.versions.node, 10) < 20) {
  console.error(
    'Giftledger needs Node 20 or newer, and this is ' +
      process.versions.node +
      ' (' +
      process.execPath +
      '). Nothing was installed or started. Install a newer Node (https://nodejs.org), or put one first on the PATH, and run the same command again.',
  );
  process.exit(1);
}

import('./launcher.mjs').then(({ launch }) => launch(process.argv[2], process.argv.slice(3)));
