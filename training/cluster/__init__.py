"""Work on many processors or machines: Ray is connected, and runs functions over lists of items.

Whoever spreads work needs two lines::

    with open_cluster("local") as cluster:
        for index, result in cluster.run(function, items, shared):

See `connect.open_cluster` and `tasks.Cluster`. Neither of them is imported where Ray is missing and
nobody asks for it.
"""
