"""Work on many processors or machines with Ray, which runs functions over lists of items.

Spreading work takes two lines::

    with open_cluster("local") as cluster:
        for index, result in cluster.run(function, items, shared):

See `connect.open_cluster` and `tasks.Cluster`. Neither imports Ray before it is needed.
"""
