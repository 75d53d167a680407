"""Keeps one engine open on a folder until it is told to end. Prints the path of its Unix socket when it is ready."""

import signal
import sys
import threading

import pylibseekdb

instance = pylibseekdb.open(sys.argv[1])
print(instance.connection_options()["unix_socket"], flush=True)
stopped = threading.Event()
for number in (signal.SIGTERM, signal.SIGINT):
    signal.signal(number, lambda *_: stopped.set())
stopped.wait()
instance.close()
