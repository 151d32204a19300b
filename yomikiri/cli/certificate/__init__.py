"""The group of commands `certificate`."""

from yomikiri.cli.certificate.info import info
from yomikiri.cli.command import group

certificates = group(info)
